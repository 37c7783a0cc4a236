import type { ReactNode } from 'react'
import type { PageFacts } from '../content/page-facts.ts'
import { RichText } from '../content/rich-text.tsx'
import { NonBreakingText } from '../content/unbroken.tsx'
import { Accordion, AccordionItem } from '../ui/accordion.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'

type Rows = readonly (readonly [label: string, text: string])[]

/** Must be readable before the purchase, so it never collapses. */
export function SafetyWarning({ text }: { text: string }) {
  return (
    <div className="warn" role="note">
      <Icon name="warning" />
      <b>Warning.</b>
      <span>{text}</span>
    </div>
  )
}

function FactRows({ rows }: { rows: Rows }) {
  return (
    <dl className="facts">
      {rows.map(([label, text]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <NonBreakingText text={text} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The accordions with technical details and shipping. */
export function ProductDetails({
  rows,
  shipping,
  isShippingOpen = false,
  children,
}: {
  rows: Rows
  shipping: readonly string[]
  /** Whether shipping is open initially, as the technical details always are. */
  isShippingOpen?: boolean
  /** Rendered below the technical details. */
  children?: ReactNode
}) {
  return (
    <Accordion>
      <AccordionItem title="Technical Details" open>
        <FactRows rows={rows} />
        {children}
      </AccordionItem>
      <AccordionItem title="Shipping and Returns" open={isShippingOpen}>
        <ul className="bullets">
          {shipping.map((sentence) => (
            <li key={sentence}>
              <RichText text={sentence} />
            </li>
          ))}
        </ul>
      </AccordionItem>
    </Accordion>
  )
}

/** Dispatch, returns and secure checkout, next to the button. */
export function PurchaseTerms({
  dispatch,
  returns,
  facts,
}: {
  dispatch: string
  returns: string
  facts: PageFacts
}) {
  const lines: readonly (readonly [IconName, string])[] = [
    ['truck', dispatch],
    ['retry', returns],
    ['lock', `**Secure checkout.** Free shipping over ${facts.freeShippingOver}.`],
  ]
  return (
    <ul className="terms">
      {lines.map(([icon, text]) => (
        <li key={icon}>
          <Icon name={icon} />
          <span>
            <RichText text={text} />
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Description and features of a product. */
export function AboutProduct({
  title,
  description,
  features,
}: {
  title: string
  description: readonly string[]
  features: readonly string[]
}) {
  return (
    <section className="about-it" aria-label={title}>
      {description.map((paragraph) => (
        <p key={paragraph}>
          <NonBreakingText text={paragraph} />
        </p>
      ))}
      {features.length > 0 ? (
        <ul className="ticks">
          {features.map((feature) => (
            <li key={feature}>{feature}</li>
          ))}
        </ul>
      ) : null}
    </section>
  )
}
