import type { ReactNode } from 'react'
import { usePageFacts } from '../../components/content/use-page-facts.ts'
import { ContactForm } from '../../components/forms/contact-form.tsx'
import { withFailureReply } from '../../components/forms/form-reply.ts'
import { pageMeta } from '../../components/layout/page-head.ts'
import { Icon, type IconName } from '../../components/ui/icon.tsx'
import { marketContext, requestContext, servicesContext, sessionContext } from '../../context.ts'
import { isSellerGiven, sellerOf } from '../../models/company.ts'
import { marketPath } from '../../models/market.ts'
import { CONTACT_FAILED } from '../../models/messages.ts'
import { CONTACT_FORM, handleContactForm } from '../../services/forms/contact-form.server.ts'
import { answerForm } from '../../services/forms/form-outcome.server.ts'
import { readPost } from '../../services/forms/form-post.server.ts'
import type { Route } from './+types/contact'

export const meta = (args: Route.MetaArgs) => pageMeta(args, '/contact')

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

/** Spec: 2 Contact, 5 Contact form, 8 Contact */
export async function action({ request, context }: Route.ActionArgs) {
  const market = context.get(marketContext)
  const post = await readPost(request, CONTACT_FORM)
  const visitor = { ip: context.get(requestContext).ip, market }
  const outcome = await handleContactForm(context.get(servicesContext), visitor, post)
  return answerForm(context.get(sessionContext), post, outcome, marketPath(market, '/contact'))
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return withFailureReply(serverAction, CONTACT_FAILED)
}

function Box({ icon, title, children }: { icon: IconName; title: string; children: ReactNode }) {
  return (
    <div className="bx">
      <Icon name={icon} />
      <h2>{title}</h2>
      <p>{children}</p>
    </div>
  )
}

/** Refers inquiries about the earlier company to its own website. Spec: 1, 2 Contact */
function OtherBrand({ url }: { url: string }) {
  return (
    <div className="oth dark">
      <h2>Looking for the earlier company?</h2>
      <p>
        We bought back some of its assets. We are not that company, and we are not affiliated with its brand.
        We do not answer questions about it.
      </p>
      {url ? (
        <a className="link" href={url} target="_blank" rel="noopener noreferrer">
          Go to their website <Icon name="external" />
          <span className="sr"> (opens in a new tab)</span>
        </a>
      ) : null}
    </div>
  )
}

export default function Contact({ actionData }: Route.ComponentProps) {
  const facts = usePageFacts()
  return (
    <div className="page-contact">
      <div className="wrap fh">
        <h1>Contact us</h1>
        <p className="lede muted">
          Write to us about an order, a wand or anything on the shelf. You will have a reply within{' '}
          {facts.replyWithin}.
        </p>
      </div>
      <div className="wrap con">
        <ContactForm posted={actionData} />
        <aside className="side" aria-label="Other ways to reach us">
          <Box icon="clock" title="Response time">
            As soon as possible
          </Box>
          <Box icon="mail" title="Email">
            <a href={`mailto:${facts.contactEmail}`}>{facts.contactEmail}</a>
          </Box>
          {isSellerGiven(facts) ? (
            <Box icon="lock" title="Who we are">
              {sellerOf(facts)}
            </Box>
          ) : null}
          <OtherBrand url={facts.earlierBrandUrl} />
        </aside>
      </div>
    </div>
  )
}
