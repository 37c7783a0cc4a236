import type { ReactNode } from 'react'

/** A square label: `wax` for LIMITED EDITION, `free` for FREE, `gold` for MOST POPULAR, `plain` for sold out. */
export function Badge({
  tone = 'wax',
  children,
}: {
  tone?: 'wax' | 'free' | 'gold' | 'plain'
  children: ReactNode
}) {
  return <span className={tone === 'wax' ? 'badge' : `badge ${tone}`}>{children}</span>
}
