import { buttonClass } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
import { Drawing, Picture } from '../ui/picture.tsx'
import { Plate } from '../ui/section.tsx'

/** Widths of the lines of a drawn press release. */
const SHEET_LINES = ['', '', 'w-4/5', '', '', 'w-5/9']

/** The files that can be requested by email, each beside a picture of it. */
const PARTS = [
  {
    title: 'Brand assets',
    button: 'Request brand assets',
    text: 'The mark, the wordmark and how much air they like.',
    ground: 'bg-lamp-bottle',
    art: <Drawing name="logo-stacked" className="max-h-2/3 max-w-2/3" />,
  },
  {
    title: 'Press release',
    button: 'Request the press release',
    text: 'One page, no adjectives that we cannot defend.',
    ground: 'bg-well-stone',
    art: (
      <span
        className="grid aspect-3/4 w-4/9 -rotate-3 content-start gap-1 bg-leaf p-[6%] shade-drop"
        aria-hidden="true"
      >
        <i className="mb-1.5 h-1.5 w-2/3 bg-coal" />
        {SHEET_LINES.map((width, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change places
          <i key={line} className={cn('h-0.75 bg-line', width)} />
        ))}
      </span>
    ),
  },
  {
    title: 'Product images',
    button: 'Request product images',
    text: 'Every box and wand, on stone and in the dark.',
    ground: 'bg-lamp-midnight',
    art: (
      <Picture className="absolute inset-1/12 size-5/6 object-contain" name="box-vol2-closed" sizes="20rem" />
    ),
  },
]

/** Spec: 2 Other pages, Press */
export function PressKit({ address }: { address: string }) {
  return (
    <section className="pb-band" aria-labelledby="kit-title">
      <div className="wrap">
        <h2 id="kit-title">Press kit</h2>
        <p className="mt-4 text-quiet">
          Each button starts an email to us. Add a line about who you are and we will send the files.
        </p>
        <ul className="mt-panel grid gap-gap plus:grid-cols-3">
          {PARTS.map(({ title, button, text, ground, art }) => {
            const name = title.toLowerCase()
            const subject = encodeURIComponent(`Press kit request: ${name}`)
            const body = encodeURIComponent(`Hello, please send me the Wizard Box ${name}. I write for: `)
            return (
              <li key={title} className="contents">
                <Plate className="flex flex-col px-6 pt-6 pb-6">
                  <div className={cn('relative grid aspect-3/2 place-items-center overflow-hidden', ground)}>
                    {art}
                  </div>
                  <h3 className="mt-6 text-xl">{title}</h3>
                  <p className="mt-2 mb-6 text-sm text-quiet">{text}</p>
                  <a
                    className={buttonClass({ variant: 'ghost' }, 'z-1 mt-auto')}
                    href={`mailto:${address}?subject=${subject}&body=${body}`}
                  >
                    {button}
                  </a>
                </Plate>
              </li>
            )
          })}
        </ul>
        <p className="mt-6 max-w-none text-sm text-quiet">
          Please credit pictures to Wizard Box, and please do not connect us with any other brand. It would
          not be true.
        </p>
      </div>
    </section>
  )
}
