import { Link } from 'react-router'
import { TextLink } from '#app/components/page/links.tsx'
import { usePageFacts } from '#app/components/page/use-shop.ts'
import { buttonClass } from '#app/components/ui/button.tsx'
import { cn } from '#app/components/ui/cn.ts'
import { Icon } from '#app/components/ui/icon.tsx'
import { Steps } from '#app/components/ui/list.tsx'
import { Note } from '#app/components/ui/note.tsx'
import { Picture } from '#app/components/ui/picture.tsx'
import { Actions, Lede, plateClass, Section } from '#app/components/ui/section.tsx'
import { marketPath } from '#app/models/market.ts'
import { vol2Path } from '#app/models/product.ts'
import { headLoader } from './page-head.server.ts'

export { pageMeta as meta } from '#app/components/page/page-head.tsx'

export const loader = headLoader('/gift-download')

const LETTER_STEPS = [
  {
    title: 'Order Vol. II',
    text: 'Choose the wrapping: the printable letter, or the Gift Edition Envelope with the letter as a spare.',
  },
  { title: 'Wait for our email', text: 'The code arrives by email after purchase.' },
  { title: 'Print the letter', text: 'Download it here and print it.' },
  { title: 'Write it in', text: 'The names and the magic words. Use your best pen.' },
]

/** The two layouts in the PDF file; paper sizes have other names in the United States. */
const LETTER_SHAPES = [
  {
    title: { letter: 'One page, flat', a4: 'A4, flat' },
    text: 'Page 1. Frame it, or roll it and tie a ribbon.',
    drawing: 'M12 4h24v40H12zM16 9h16M16 15h16M16 21h16M16 27h10M19 37h10',
  },
  {
    title: { letter: 'A card, folded', a4: 'A5, folded' },
    text: 'Pages 2 and 3. Print on both sides, flip on the short edge, fold once.',
    drawing: 'M6 8l18 5 18-5v29l-18 5-18-5zM24 13v29M29 20l8-2M29 26l8-2',
  },
] as const

const SHEET = 'absolute h-auto bg-leaf shade-page print:[box-shadow:none] print:[outline:1px_solid]'

export default function GiftDownload() {
  const { market, store, isPreOrder } = usePageFacts()
  return (
    <>
      <section
        data-theme="dark"
        className="overflow-hidden bg-lamp-pine lamp-right"
        aria-labelledby="letter-title"
      >
        <div className="wrap grid grid-cols-1 items-center gap-column py-band lg:grid-cols-2">
          <div>
            <h1 id="letter-title" className="text-title">
              The printable letter
            </h1>
            <Lede className="mt-4 text-quiet">
              One sheet of paper, and a very good reason to hand it over.
            </Lede>
            <Actions>
              <a
                className={buttonClass()}
                href={marketPath(market, '/gift-download/letter.pdf')}
                target="_blank"
                rel="noopener"
                aria-describedby="letter-note"
              >
                <Icon name="download" /> Download the letter (PDF)
              </a>
            </Actions>
            <p className="mt-4 text-hint text-quiet print:hidden" id="letter-note">
              {`Opens in a new tab. The sheet fits ${store.paper === 'letter' ? 'US Letter and A4' : 'A4'}.`}
            </p>
          </div>
          <div className="relative aspect-3/4 max-h-160 w-full lg:aspect-square lg:max-h-148 print:h-132 print:w-112">
            <Picture
              className={cn(SHEET, 'top-0 left-1/20 z-1 w-2/3 -rotate-3')}
              name="letter-a4"
              alt="The printable Letter of Gift as one A4 page to frame"
              sizes="(max-width: 63.99rem) 60vw, 26rem"
              priority
            />
            <Picture
              className={cn(SHEET, 'right-1/20 bottom-0 z-2 w-3/7 rotate-6')}
              name="letter-a5"
              sizes="(max-width: 63.99rem) 40vw, 17rem"
              priority
            />
          </div>
        </div>
      </section>
      <Section aria-labelledby="what-title">
        <h2 id="what-title">What it is</h2>
        <Lede className="mt-4">
          A Letter of Gift to print at home. It has room for their name, your name, a few lines from you and
          the magic words. Nobody need know how late it is.
        </Lede>
        <ul className="mt-panel grid grid-cols-1 gap-gap lg:grid-cols-2">
          {LETTER_SHAPES.map(({ title, text, drawing }) => (
            <li
              key={title.a4}
              data-theme="light"
              className={plateClass(
                'grid grid-cols-lead items-start gap-x-6 p-7 max-2xs:grid-cols-1 md:px-8 md:py-8',
              )}
            >
              <svg
                viewBox="0 0 48 48"
                aria-hidden="true"
                className="size-15 fill-none stroke-gilt-ink stroke-[1.6] md:size-20"
              >
                <path d={drawing} />
              </svg>
              <div>
                <h3 className="text-xl">{title[store.paper]}</h3>
                <p className="mt-1.5 text-quiet">{text}</p>
              </div>
            </li>
          ))}
        </ul>
        <h2 id="how-title" className="mt-section mb-panel">
          How to use it
        </h2>
        <Steps
          steps={LETTER_STEPS}
          titleClass="text-xl"
          className="grid gap-8 md:grid-cols-2 md:gap-x-part lg:grid-cols-4"
          aria-labelledby="how-title"
        />
        <Note icon="mail" className="mt-panel">
          <p>
            The letter on its own opens nothing. You need the magic words too.{' '}
            <Link to={vol2Path(market)} prefetch="intent">
              {`${isPreOrder ? 'Pre-order' : 'Order'} Vol. II`}
            </Link>
          </p>
        </Note>
        <Actions>
          <TextLink to="/gift">See the gift envelope</TextLink>
          <TextLink to="/redeem">Redeem a gift</TextLink>
        </Actions>
      </Section>
    </>
  )
}
