import { useEffect } from 'react'
import { Outlet, Scripts, ScrollRestoration } from 'react-router'

/** A minimal React Router page, to compare the shop with. */
export default function Root() {
  useEffect(() => void performance.mark('hydrated'), [])
  return (
    <html lang="en">
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      {/* None, so that browsers request none. */}
      <link rel="icon" href="data:," />
      <body>
        <Outlet />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}
