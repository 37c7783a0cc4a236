import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'
import { LIST_NAMES } from './models/owner-lists.ts'
import { PAGES } from './models/pages.ts'
import { HANDLES, type ProductKind } from './models/product.ts'

/** Pages of a market, without home page and products: each path of the table of pages has the file of its name. */
const MARKET_PAGES = PAGES.filter(({ path }) => path !== '/' && path !== '/product/:handle').map(({ path }) =>
  route(path.slice(1), `routes/market/${path.slice(1).replaceAll('/', '-')}.tsx`),
)

/** A layout of the product page. It is a route, so that a page loads the code of its own kind only, with the first request. */
const productLayout = (kind: ProductKind, file: string, handle: string) =>
  route(`product/${handle}`, `components/product/${file}.tsx`, { id: `product/${kind}/${handle}` })

const PRODUCT_PAGE = layout('routes/market/product.tsx', [
  productLayout('vol-1', 'box', HANDLES.vol1),
  ...Object.values(HANDLES.vol2).map((handle) => productLayout('vol-2', 'box', handle)),
  productLayout('wand', 'wand', HANDLES.wand),
  productLayout('bundle', 'bundle', HANDLES.bundle),
  productLayout('other', 'merch', ':handle'),
])

/** Addresses of service workers of earlier sites. A browser that has such a worker keeps asking for it. */
const WORKER_PATHS = ['sw.js', 'service-worker.js', 'ngsw-worker.js', 'firebase-messaging-sw.js']

/** All routes of the shop. Spec: 2 Screens and routes */
export default [
  index('routes/resources/entry.ts'),

  // Before the markets, or `/admin/waitlist` would be a page of the market `admin`.
  route('admin/sign-in', 'routes/admin/sign-in.tsx'),
  route('admin/sign-out', 'routes/admin/sign-out.ts'),
  layout('routes/admin/layout.tsx', { id: 'admin' }, [
    route('admin', 'routes/admin/today.tsx'),
    route('admin/people', 'routes/admin/people.tsx'),
    route('admin/products', 'routes/admin/products.tsx'),
    route('admin/company', 'routes/admin/company.tsx'),
    route('admin/check-up', 'routes/admin/check-up.tsx'),
    route('admin/security', 'routes/admin/security.tsx'),
    route('admin/:list', 'routes/admin/list.tsx'),
    route('admin/*', 'routes/admin/list.tsx', { id: 'admin/not-found' }),
    ...['people.json', ...LIST_NAMES.map((name) => `${name}.csv`)].map((name) =>
      route(`admin/${name}`, 'routes/admin/files.ts', { id: `admin/${name}` }),
    ),
  ]),

  // Also matches pages without a market, which redirect.
  route(':market', 'routes/market/layout.tsx', { id: 'market' }, [
    index('routes/market/home.tsx'),
    ...MARKET_PAGES,
    PRODUCT_PAGE,
    route('*', 'routes/market/not-found.tsx'),
  ]),
  route(':market/cart/changes', 'routes/resources/cart-changes.ts'),
  route(':market/gift-download/letter.pdf', 'routes/resources/letter.ts'),
  route(':market/checkout', 'routes/resources/checkout.ts'),
  route(':market/forms', 'routes/resources/forms.ts'),

  route('market', 'routes/resources/market.ts'),
  route('consent', 'routes/resources/consent.ts'),
  route('discount/:code', 'routes/resources/discount.ts'),
  route('sitemap.xml', 'routes/resources/sitemap.ts'),
  ...['healthz', 'robots.txt', ...WORKER_PATHS].map((path) =>
    route(path, 'routes/resources/texts.ts', { id: path }),
  ),
  route('webhooks/:topic', 'routes/resources/webhook.ts'),
] satisfies RouteConfig
