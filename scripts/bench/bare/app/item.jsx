export function loader() {
  return { price: '$59' }
}

export default function Item({ loaderData }) {
  return (
    <main>
      <h1>Item</h1>
      <p>{loaderData.price}</p>
    </main>
  )
}
