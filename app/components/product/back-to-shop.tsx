import { marketPath } from '../../models/market.ts'
import { useShop } from '../page/use-shop.ts'
import { TextLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

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
