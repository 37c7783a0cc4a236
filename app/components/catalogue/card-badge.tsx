import type { ProductCard } from '../../models/product-card.ts'
import { Badge } from '../ui/badge.tsx'
import { EnvelopeBadge } from './envelope-badge.tsx'

/** The badge on a product's picture in a list. Spec: 2 Collection, Product card */
export function CardBadge({ card, envelopeValue }: { card: ProductCard; envelopeValue: string }) {
  const badge = badgeOf(card, envelopeValue)
  return badge && <div className="absolute top-4 left-4 z-1 flex">{badge}</div>
}

function badgeOf(card: ProductCard, envelopeValue: string) {
  if (card.isSoldOut) return <Badge tone="plain">Sold out</Badge>
  if (card.kind === 'vol-1') return <Badge>LIMITED EDITION</Badge>
  return card.kind === 'vol-2' ? <EnvelopeBadge value={envelopeValue} /> : null
}
