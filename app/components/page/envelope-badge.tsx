import { BADGES } from '#app/content/badge-words.ts'
import { Badge } from '../ui/badge.tsx'
import { usePageFacts } from './use-shop.ts'

/** The envelope's value, struck through, and that it is free. Spec: 2 Collection, Product card */
export function EnvelopeBadge({ text = BADGES.envelope }: { text?: string }) {
  const { envelopeValue } = usePageFacts()
  return (
    <Badge tone="free">
      <span className="sr-only">Envelope value {envelopeValue}, free. </span>
      <s aria-hidden="true">{envelopeValue}</s> FREE {text}
    </Badge>
  )
}
