import { data, Outlet, useLocation, useParams } from 'react-router'
import type { Route } from './+types/root'
import { BootScript } from './components/layout/boot-script.tsx'
import { CachedPageFragment } from './components/layout/cached-fragment.tsx'
import {
  CriticalStyle,
  FontFaces,
  PageLinks,
  PageMeta,
  PageScripts,
  ScrollMemory,
  StylesAtEnd,
} from './components/layout/document-parts.tsx'
import { ErrorPage } from './components/layout/error-page.tsx'
import { Frame } from './components/layout/frame.tsx'
import { useReference } from './components/layout/reference.ts'
import { Splash } from './components/layout/splash.tsx'
import { useShop } from './components/layout/use-shop.ts'
import { refusalContext, requestContext, servicesContext, sessionContext } from './context.ts'
import { MARKETS, parseMarket } from './models/market.ts'
import { isHomePath } from './models/splash.ts'
import './styles/app.css'

/** Renders the error page for requests that were rejected before routing. */
const rejectRefused: Route.MiddlewareFunction = ({ context }) => {
  const refusal = context.get(refusalContext)
  if (refusal) throw data({ reason: refusal.reason }, { status: refusal.status })
}

/** Reads the session cookies before any route runs, and sets changed ones on the response. */
const provideSession: Route.MiddlewareFunction = async ({ request, context }, next) => {
  const { sessions } = context.get(servicesContext)
  const session = await sessions.open(request.headers.get('Cookie'), context.get(requestContext).secure)
  context.set(sessionContext, session)
  const response = (await next()) as Response
  if (response.status >= 300 && response.status < 400) session.returnNotices()
  await session.commit(response.headers)
  return response
}

export const middleware: Route.MiddlewareFunction[] = [rejectRefused, provideSession]

export const links: Route.LinksFunction = () => [
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/site.webmanifest' },
]

export function Layout({ children }: { children: React.ReactNode }) {
  const market = parseMarket(useParams().market) ?? 'us'
  const { pathname } = useLocation()
  const mainHost = useShop().mainHost ?? undefined
  return (
    <html
      lang={MARKETS[market].locale}
      data-main-host={mainHost}
      data-reference={useReference()}
      suppressHydrationWarning
    >
      <head>
        <CachedPageFragment name="head">
          <meta charSet="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="theme-color" content="#0b1412" />
          <FontFaces />
          <BootScript isHome={isHomePath(pathname)} />
          <PageMeta />
        </CachedPageFragment>
        <CriticalStyle />
        <CachedPageFragment name="links">
          <PageLinks />
        </CachedPageFragment>
      </head>
      <body>
        {isHomePath(pathname) && <Splash />}
        {children}
        <ScrollMemory />
        <StylesAtEnd />
        <PageScripts />
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
    <Frame>
      <ErrorPage error={error} reference={useReference()} />
    </Frame>
  )
}
