import { type ReactNode, Suspense } from 'react'
import { Hydrated, PageChange } from '../page/page-change.tsx'
import { Toaster } from '../page/toaster.tsx'
import { SkipLink } from '../ui/skip-link.tsx'
import { Banner } from './banner.tsx'
import { Bar } from './bar.tsx'
import { CookieNotice } from './cookie-notice.tsx'
import { EmailPopup } from './email-popup.tsx'
import { Footer } from './footer.tsx'
import { MarketLine } from './market-line.tsx'
import { ToastList } from './toast-list.tsx'

/** The layout around every page of the shop. It needs no loader data, so that error boundaries can use it. */
export function Frame({ children }: { children: ReactNode }) {
  return (
    <>
      <SkipLink />
      {/* Banner and bar are sticky together; in low windows, and with very large text, only the bar. */}
      <header className="sticky top-0 z-40 low-window:contents max-2xs:contents print:hidden">
        <Banner />
        <Bar />
      </header>
      <MarketLine />
      <CookieNotice />
      <ToastList />
      <main id="main" tabIndex={-1}>
        {/* Hydrated in a task of its own, after the frame; at once where the visitor touches it. */}
        <Suspense>
          {children}
          <Hydrated />
        </Suspense>
      </main>
      <Suspense>
        <Footer />
      </Suspense>
      <EmailPopup />
      <Toaster />
      <PageChange />
    </>
  )
}
