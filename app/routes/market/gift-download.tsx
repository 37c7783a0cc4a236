import { Link } from 'react-router'
import { LETTER_SHAPES, LETTER_STEPS } from '../../components/content/gift/letter-words.ts'
import type { PageFacts } from '../../components/content/page-facts.ts'
import { usePageFacts } from '../../components/content/use-page-facts.ts'
import { pageMeta } from '../../components/layout/page-head.ts'
import { TextLink } from '../../components/ui/button.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { Picture } from '../../components/ui/picture.tsx'
import { type Market, marketPath } from '../../models/market.ts'
import { HANDLES, productPath } from '../../models/product.ts'
import type { Route } from './+types/gift-download'

export const meta: Route.MetaFunction = (args) => pageMeta(args, '/gift-download', { card: 'gift' })

export default function GiftDownload() {
  const facts = usePageFacts()
  return (
    <div className="page-gift-download">
      <Top facts={facts} />
      <section className="sec wrap" aria-labelledby="what-title">
        <h2 id="what-title">What it is</h2>
        <p className="lede">
          A Letter of Gift to print at home. It has room for their name, your name, a few lines from you and
          the magic words. Nobody need know how late it is.
        </p>
        <Shapes market={facts.market} />
        <h2 id="how-title" className="next">
          How to use it
        </h2>
        <Steps />
        <NoGiftYet facts={facts} />
      </section>
    </div>
  )
}

function Top({ facts }: { facts: PageFacts }) {
  const paper = facts.market === 'us' ? 'The sheet fits US Letter and A4.' : 'The sheet fits A4.'
  return (
    <section className="gd dark" aria-labelledby="letter-title">
      <div className="wrap">
        <div>
          <h1 id="letter-title">The printable letter</h1>
          <p className="lede muted">One sheet of paper, and a very good reason to hand it over.</p>
          <div className="act">
            <a
              className="btn"
              href={marketPath(facts.market, '/gift-download/letter.pdf')}
              target="_blank"
              rel="noopener"
              aria-describedby="letter-note"
            >
              <Icon name="download" /> Download the letter (PDF)
            </a>
          </div>
          <p className="hint" id="letter-note">
            Opens in a new tab. {paper}
          </p>
        </div>
        <div className="papers">
          <Picture className="a4" name="letter-a4" sizes="(max-width: 63.99rem) 60vw, 26rem" priority />
          <Picture
            className="a5"
            name="letter-a5"
            sizes="(max-width: 63.99rem) 40vw, 17rem"
            alt=""
            priority
          />
        </div>
      </div>
    </section>
  )
}

function Shapes({ market }: { market: Market }) {
  return (
    <ul className="two2">
      {LETTER_SHAPES.map(({ title, text, drawing }) => (
        <li key={title.uk} className="plate fm">
          <svg viewBox="0 0 48 48" aria-hidden="true">
            <path d={drawing} />
          </svg>
          <div>
            <h3>{title[market]}</h3>
            <p className="muted">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}

function Steps() {
  return (
    <ol className="how" aria-labelledby="how-title">
      {LETTER_STEPS.map(({ title, text }, index) => (
        <li key={title}>
          <span className="n" aria-hidden="true">
            {index + 1}
          </span>
          <h3>{title}</h3>
          <p className="muted">{text}</p>
        </li>
      ))}
    </ol>
  )
}

function NoGiftYet({ facts }: { facts: PageFacts }) {
  const { market } = facts
  return (
    <>
      <div className="ship">
        <Icon name="mail" />
        <p>
          The letter on its own opens nothing. You need the magic words too.{' '}
          <Link to={productPath(market, HANDLES.vol2[market])} prefetch="intent">
            {facts.isPreOrder ? 'Pre-order' : 'Order'} Vol. II
          </Link>
        </p>
      </div>
      <p className="act">
        <TextLink to={marketPath(market, '/gift')}>See the gift envelope</TextLink>
        <TextLink to={marketPath(market, '/redeem')}>Redeem a gift</TextLink>
      </p>
    </>
  )
}
