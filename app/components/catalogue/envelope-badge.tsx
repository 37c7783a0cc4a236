import { Badge } from '../ui/badge.tsx'

/** The envelope's value, struck through, and that it is free. Spec: 2 Collection, Product card */
export function EnvelopeBadge({ value, text = 'Gift Envelope Included' }: { value: string; text?: string }) {
  return (
    <Badge tone="free">
      <span className="sr-only">Envelope value {value}, free. </span>
      <s aria-hidden="true">{value}</s> FREE {text}
    </Badge>
  )
}
