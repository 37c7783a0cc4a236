import { Link } from 'react-router'

export const loader = () => ({ price: '$59' })

export default function Item({ loaderData }) {
  return (
    <main>
      <p>{loaderData.price}</p>
      <Link to="/item" prefetch="intent">
        Item
      </Link>
    </main>
  )
}
