import { marketPath } from '../../models/market.ts'
import { useShop } from '../page/use-shop.ts'
import { Button } from '../ui/button.tsx'
import { useAddToCartForm } from './use-add-to-cart-form.ts'

/** A form with a single button that adds one variant to the cart. */
export function AddForm({
  handle,
  fields,
  label,
  itemName,
  isSoldOut,
  buttonClass,
}: {
  handle: string
  fields: Readonly<Record<string, string>>
  label: string
  /** Completes the button's accessible name. */
  itemName: string
  isSoldOut: boolean
  buttonClass?: string
}) {
  const { market } = useShop()
  const { onSubmit, isBusy } = useAddToCartForm()
  if (isSoldOut)
    return (
      <Button type="button" wide disabled className={buttonClass} aria-label={`Sold out, ${itemName}`}>
        Sold out
      </Button>
    )
  return (
    <form method="post" action={marketPath(market, '/cart')} onSubmit={onSubmit}>
      <input type="hidden" name="intent" value="add" />
      <input type="hidden" name="handle" value={handle} />
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button wide busy={isBusy} className={buttonClass} aria-label={`${label}, ${itemName}`}>
        {label}
      </Button>
    </form>
  )
}
