import { Badge } from '../ui/badge.tsx'

/** The struck envelope value, FREE, and what it is for. Spec: 2 Collection, Product card */
export function EnvelopeBadge({ value, text = 'Gift Envelope Included' }: { value: string; text?: string }) {
  return (
    <Badge tone="free">
      <span className="sr">Envelope value {value}, free. </span>
      <s aria-hidden="true">{value}</s> FREE {text}
    </Badge>
  )
}
