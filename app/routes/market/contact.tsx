import type { ReactNode } from 'react'
import { ContactForm } from '#app/components/forms/contact-form.tsx'
import { PageTitle } from '#app/components/page/page-head.tsx'
import { usePageFacts } from '#app/components/page/use-shop.ts'
import { linkClass } from '#app/components/ui/button.tsx'
import { Icon, type IconName } from '#app/components/ui/icon.tsx'
import { Lede } from '#app/components/ui/section.tsx'
import { isSellerGiven, sellerOf } from '#app/content/company-words.ts'
import { handleForm } from '#app/services/forms/form-post.server.ts'
import type { Route } from './+types/contact'
import { headLoader } from './page-head.server.ts'

export { pageMeta as meta } from '#app/components/page/page-head.tsx'

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

export const loader = headLoader('/contact')

/** Spec: 2 Contact, 5 Contact form, 8 Catalogue and forms */
export const action = (args: Route.ActionArgs) => handleForm(args, 'contact')

function Box({ icon, title, children }: { icon: IconName; title: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-lead gap-x-4 gap-y-0.5 rounded-board bg-plate px-panel py-6 shade-rest forced-colors:edge">
      <Icon name={icon} className="row-span-2 mt-0.5 size-6 text-accent" />
      <h2 className="text-h4">{title}</h2>
      <p className="text-sm wrap-anywhere text-quiet">{children}</p>
    </div>
  )
}

export default function Contact({ actionData }: Route.ComponentProps) {
  const facts = usePageFacts()
  return (
    <>
      <PageTitle title="Contact us">
        <Lede className="mt-4 text-quiet">
          {`Write to us about an order, a wand or anything on the shelf. We reply as soon as possible, and within ${facts.replyHours} hours.`}
        </Lede>
      </PageTitle>
      <div className="wrap grid grid-cols-1 items-start gap-x-panel gap-y-gap pb-section lg:grid-cols-3-2 print:block">
        <ContactForm posted={actionData} />
        <aside className="grid grid-cols-1 gap-gap" aria-label="Other ways to reach us">
          <Box icon="clock" title="Response time">
            {`As soon as possible, and within ${facts.replyHours} hours.`}
          </Box>
          <Box icon="mail" title="Email">
            <a href={`mailto:${facts.contactEmail}`} className="font-semibold text-ink decoration-gilt">
              {facts.contactEmail}
            </a>
          </Box>
          {isSellerGiven(facts) ? (
            <Box icon="lock" title="Who we are">
              {sellerOf(facts)}
            </Box>
          ) : null}
          <div data-theme="dark" className="framed rounded-board bg-bottle p-panel">
            <h2 className="text-xl text-accent">Looking for the earlier company?</h2>
            <p className="mt-3 text-sm">
              We bought back some of its assets. We are not that company, and we are not affiliated with its
              brand. We do not answer questions about it.
            </p>
            {facts.earlierBrandUrl ? (
              <a
                className={linkClass('mt-2 text-sm print:hidden')}
                href={facts.earlierBrandUrl}
                target="_blank"
                rel="noopener noreferrer"
              >
                Go to their website <Icon name="external" />
                <span className="sr-only"> (opens in a new tab)</span>
              </a>
            ) : null}
          </div>
        </aside>
      </div>
    </>
  )
}
