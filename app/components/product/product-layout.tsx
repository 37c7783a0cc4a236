import type { ReactNode } from 'react'
import { marketPath } from '../../models/market.ts'
import { TitleText } from '../page/title-text.tsx'
import { useShop } from '../page/use-shop.ts'
import { TextLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

/** From small laptops on two columns, the pictures in the left one. Its second child is a `BuyColumn`, its last. */
export function ProductColumns({ children }: { children: ReactNode }) {
  return (
    <div className="wrap grid grid-cols-1 items-start gap-x-[clamp(2rem,5vw,5rem)] pt-3 max-tab:gap-y-8 tab:grid-cols-[minmax(0,6.6fr)_minmax(0,5.4fr)]">
      {children}
    </div>
  )
}

/** The long texts, below both columns: what it is, and its details. */
export function ProductCopy({ children }: { children: ReactNode }) {
  return (
    <div className="wrap mt-[clamp(2rem,4vw,4rem)] grid grid-cols-1 items-start gap-x-[clamp(2rem,5vw,5rem)] gap-y-10 border-t border-line pt-[clamp(2rem,4vw,4rem)] pb-[clamp(3rem,6vw,6rem)] *:min-w-0 tab:grid-cols-2">
      {children}
    </div>
  )
}

/** What is chosen and bought, on the right. */
export function BuyColumn({ children }: { children: ReactNode }) {
  return <div className="flex min-w-0 flex-col gap-4.5">{children}</div>
}

export function ProductTitle({ children }: { children: string }) {
  return (
    <h1 className="text-[clamp(2.25rem,1.6rem+2.6vw,3.5rem)]">
      <TitleText text={children} />
    </h1>
  )
}

export function BackToShop() {
  const { market } = useShop()
  return (
    <div className="wrap pt-5 print:hidden">
      <TextLink viewTransition to={marketPath(market, '/products')}>
        <Icon name="left" /> Back to Shop
      </TextLink>
    </div>
  )
}
