import { Link } from 'react-router'

export default function List() {
  return (
    <main>
      <h1>List</h1>
      <Link to="/item" prefetch="intent">
        Item
      </Link>
    </main>
  )
}
