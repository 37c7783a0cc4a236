import { RichText } from '../page/rich-text.tsx'
import { NonBreakingText } from '../page/text.tsx'
import { usePageFacts } from '../page/use-page-facts.ts'
import { AccordionItem } from '../ui/accordion.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import { Bullets, Fact, Facts, Ticks } from '../ui/list.tsx'
import { Warning } from '../ui/note.tsx'

type Rows = readonly (readonly [label: string, text: string])[]

/** Must be readable before the purchase, so it never collapses. */
export function SafetyWarning({ text }: { text: string }) {
  return (
    <Warning role="note">
      <b>Warning.</b>
      <span>{text}</span>
    </Warning>
  )
}

function FactRows({ rows }: { rows: Rows }) {
  return (
    // On a narrow phone an email address fits beside its label.
    <Facts className="[&_dt]:max-w-1/3 max-2xs:[&_dt]:max-w-none">
      {rows.map(([label, text]) => (
        <Fact key={label} name={label}>
          <NonBreakingText text={text} />
        </Fact>
      ))}
    </Facts>
  )
}

/** The accordions with technical details and shipping. */
export function ProductDetails({
  rows,
  shipping,
  isShippingOpen = false,
}: {
  rows: Rows
  shipping: readonly string[]
  /** Whether shipping is open initially, as the technical details always are. */
  isShippingOpen?: boolean
}) {
  return (
    <div className="border-t border-line">
      {rows.length > 0 ? (
        <AccordionItem title="Technical Details" open>
          <FactRows rows={rows} />
        </AccordionItem>
      ) : null}
      <AccordionItem title="Shipping and Returns" open={isShippingOpen}>
        <Bullets lines={shipping.map((sentence) => <RichText key={sentence} text={sentence} />)} />
      </AccordionItem>
    </div>
  )
}

/** Dispatch, returns, secure checkout and the way to giving, next to the button. */
export function PurchaseTerms({ dispatch, returns }: { dispatch: string; returns: string }) {
  const { freeShippingOver } = usePageFacts()
  const lines: readonly (readonly [IconName, string])[] = [
    ['truck', dispatch],
    ['retry', returns],
    ['lock', `**Secure checkout.** Free shipping over ${freeShippingOver}.`],
    ['mail', '**Is it a gift?** [How giving works](/gift).'],
  ]
  return (
    <ul data-terms="" className="border-t border-line text-sm leading-snug text-pretty">
      {lines.map(([icon, text]) => (
        <li key={icon} className="flex gap-4 border-b border-line py-3">
          <Icon name={icon} className="mt-0.5 w-5 text-accent" />
          <span className="[&_b]:font-semibold">
            <RichText text={text} />
          </span>
        </li>
      ))}
    </ul>
  )
}

const STORE_TEXT =
  'space-y-4 wrap-anywhere [&_h2]:text-h3 [&_li]:mt-1.5 [&_ol]:list-decimal [&_ol]:pl-6 [&_ul]:list-disc [&_ul]:pl-6 [&_table]:w-full [&_table]:text-left [&_table]:text-sm [&_td]:border [&_td]:border-line [&_td]:px-3 [&_td]:py-2'

/** Description and features of a product. */
export function AboutProduct({
  title,
  description,
  features,
  body = '',
}: {
  title: string
  description: readonly string[]
  features: readonly string[]
  /** The store's own description instead of ours, as `cleanDescription` makes it. */
  body?: string
}) {
  if (body !== '')
    return (
      // biome-ignore lint/security/noDangerouslySetInnerHtml: it has a few elements, without attributes but safe links
      <section aria-label={title} className={STORE_TEXT} dangerouslySetInnerHTML={{ __html: body }} />
    )
  return (
    <section aria-label={title}>
      {description.map((paragraph) => (
        <p key={paragraph} className="not-first:mt-4">
          <NonBreakingText text={paragraph} />
        </p>
      ))}
      {features.length > 0 ? <Ticks lines={features} /> : null}
    </section>
  )
}
