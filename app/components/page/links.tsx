import { Link, type LinkProps } from 'react-router'
import { marketPath, marketPrefixOf } from '#app/models/market.ts'
import { type ButtonLook, buttonClass, linkClass } from '../ui/button.tsx'
import { useShop } from './use-shop.ts'

type ShopLinkProps = LinkProps & { readonly to: string }

/** A link to a page, prefetched on intent. A path without a market leads to the page of the visitor's store. */
export function ShopLink({ to, ...rest }: ShopLinkProps) {
  const { market } = useShop()
  return <Link prefetch="intent" {...rest} to={marketPrefixOf(to) ? to : marketPath(market, to)} />
}

export function ButtonLink({ variant, wide, className, ...rest }: ShopLinkProps & ButtonLook) {
  return <ShopLink {...rest} className={buttonClass({ variant, wide }, className)} />
}

export function TextLink({ className, ...rest }: ShopLinkProps) {
  return <ShopLink {...rest} className={linkClass(className)} />
}
