import type { ReactNode } from 'react'
import type { PageFacts } from '#app/content/page-facts.ts'
import type { Wrapping } from '#app/models/option-choice.ts'
import { usePageFacts } from './use-shop.ts'

/** The words of badges on the picture of a product, and above its title. */
export const BADGES = {
  limited: 'LIMITED EDITION',
  popular: 'MOST POPULAR',
  merch: 'Merch',
  envelope: 'Gift Envelope Included',
} as const

const TONES = {
  wax: 'bg-wax text-bone',
  free: 'bg-verdigris text-bone',
  gold: 'bg-gilt-bright text-coal',
  plain: 'bg-plate text-coal',
}

/** A square label: `wax` for LIMITED EDITION, `free` for FREE, `gold` for MOST POPULAR, `plain` for sold out. */
export function Badge({ tone = 'wax', children }: { tone?: keyof typeof TONES; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-hair px-2.5 py-1 text-xs leading-tight font-bold forced-colors:edge print:bg-transparent! print:text-coal! print:[outline:1px_solid] ${TONES[tone]}`}
    >
      {children}
    </span>
  )
}

/** Says that the envelope is free, with its value struck through. Spec: 2 Collection, Product card */
export function EnvelopeBadge({ text = BADGES.envelope }: { text?: string }) {
  const { envelopeValue } = usePageFacts()
  return (
    <Badge tone="free">
      <span className="sr-only">Envelope value {envelopeValue}, free. </span>
      <s aria-hidden="true">{envelopeValue}</s> FREE {text}
    </Badge>
  )
}

export function vol2Subtitle(facts: PageFacts, wrapping: Wrapping = 'gift-edition'): string {
  const when = wrapping === 'no-wrapping' ? facts.ownShipsNow : facts.giftShipsNow
  return facts.isPreOrder ? `Pre-order, ships ${when}` : `Ships ${when}`
}
