import { Suspense, useContext, useState } from 'react'
import { data, Links, Meta, Outlet, Scripts, ScrollRestoration, useLocation, useParams } from 'react-router'
import type { Route } from './+types/root'
import adminStyles from './admin.css?url'
import shopStyles from './app.css?url'
import { ErrorPage } from './components/page/late-error.tsx'
import { handleNetworkFailure } from './components/page/navigation.tsx'
import { DocumentContext, SharedShop, useLoadedShop, useReference } from './components/page/use-shop.ts'
import { beforePaintScript } from './components/shell/before-paint.ts'
import { Frame } from './components/shell/frame.tsx'
import { DEFAULT_MARKET, MARKETS, parseMarket, withoutMarket } from './models/market.ts'
import printStyles from './print.css?url'
import {
  refusalContext,
  requestContext,
  servicesContext,
  sessionContext,
} from './services/request/context.server.ts'

/** Renders the error page for requests that were rejected before routing. */
const rejectRefused: Route.MiddlewareFunction = ({ context }) => {
  const refusal = context.get(refusalContext)
  if (refusal) throw data({ reason: refusal.reason }, { status: refusal.status })
}

/** Reads the session cookies before any route runs, and sets changed ones on the response. */
const provideSession: Route.MiddlewareFunction = async ({ request, context }, next) => {
  const { sessions, log } = context.get(servicesContext)
  const session = await sessions.open(request.headers.get('Cookie'), context.get(requestContext).secure)
  context.set(sessionContext, session)
  const response = (await next()) as Response
  if (response.status >= 300 && response.status < 400) session.returnToasts()
  for (const cookie of await session.commit(response.headers))
    log.error({ cookie }, 'a cookie is too long for browsers')
  return response
}

/** In the browser: no failed request replaces the page. */
export const clientMiddleware = [handleNetworkFailure]

export const middleware: Route.MiddlewareFunction[] = [rejectRefused, provideSession]

export const links: Route.LinksFunction = () => [
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/site.webmanifest' },
]

/** The text of the inline script. The browser keeps the server's markup, so its bundle needs no text. */
const INLINE_SCRIPT = import.meta.env.SSR ? beforePaintScript() : ''

export function Layout({ children }: { children: React.ReactNode }) {
  const market = parseMarket(useParams().market) ?? DEFAULT_MARKET
  const { pathname } = useLocation()
  const { nonce, splash } = useContext(DocumentContext)
  // An error page of the rooms leads to the shop without a new document; their sheet has all that the shop's has.
  const [styles] = useState(pathname.startsWith('/admin') ? adminStyles : shopStyles)
  return (
    <html
      lang={MARKETS[market].locale}
      data-main-host={useLoadedShop().mainHost ?? undefined}
      data-reference={useReference()}
      // The inline script sets attributes before hydration.
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#0b1412" />
        <script
          nonce={nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own script
          dangerouslySetInnerHTML={{ __html: INLINE_SCRIPT }}
        />
        <Meta />
      </head>
      <body>
        {/* The inline script does what it does: the browser keeps the server's. */}
        {withoutMarket(pathname) === '/' && (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own component
          <div suppressHydrationWarning dangerouslySetInnerHTML={{ __html: splash ?? '' }} />
        )}
        {/* If a page was translated before hydration, React renders it again only inside of this boundary. */}
        <Suspense>{children}</Suspense>
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
        {/* The critical rules are in the head (`pages/critical-css.server.ts`). Each document has one sheet: no
            link leads from the shop to the owner's rooms without a new one. */}
        <link rel="stylesheet" href={styles} />
        <link rel="stylesheet" href={printStyles} media="print" />
        <Links />
      </body>
    </html>
  )
}

export default function Root() {
  return <Outlet />
}

/** The outermost error boundary: it may be rendered without any loader data. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <SharedShop value={useLoadedShop()}>
      <Frame>
        <ErrorPage error={error} />
      </Frame>
    </SharedShop>
  )
}
