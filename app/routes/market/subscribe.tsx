import { SignupForm } from '../../components/forms/signup-form.tsx'
import { pageMeta } from '../../components/layout/page-head.ts'
import { Icon } from '../../components/ui/icon.tsx'
import { Picture } from '../../components/ui/picture.tsx'
import { marketContext, requestContext, servicesContext, sessionContext } from '../../context.ts'
import { marketPath } from '../../models/market.ts'
import { answerForm } from '../../services/forms/form-outcome.server.ts'
import { readPost } from '../../services/forms/form-post.server.ts'
import { handleSignupForm, SIGNUP_FORM } from '../../services/forms/list-forms.server.ts'
import type { Route } from './+types/subscribe'

export const meta = (args: Route.MetaArgs) => pageMeta(args, '/subscribe')

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

/** Every signup form of the shop posts here. Spec: 5 Signup forms, 8 Signup */
export async function action({ request, context }: Route.ActionArgs) {
  const market = context.get(marketContext)
  const post = await readPost(request, SIGNUP_FORM)
  const visitor = { ip: context.get(requestContext).ip, market }
  const outcome = await handleSignupForm(context.get(servicesContext), visitor, post)
  return answerForm(context.get(sessionContext), post, outcome, marketPath(market, '/subscribe'))
}

const REASONS = [
  'First word on new volumes and restocks',
  'Wands before they sell out',
  'Nothing on days when nothing has happened',
]

export default function Subscribe({ actionData }: Route.ComponentProps) {
  return (
    <div className="page-subscribe">
      <section className="sb" aria-labelledby="subscribe-title">
        <div className="wrap">
          <div className="plate card">
            <div className="pic">
              <img
                className="p"
                src="/art/lock-plate.svg"
                alt=""
                width="400"
                height="400"
                fetchPriority="high"
              />
              <Picture name="wand-dragon-elder" className="w" alt="" sizes="14rem" priority />
            </div>
            <div className="t">
              <h1 id="subscribe-title">Stay Connected</h1>
              <p className="lede muted">
                New volumes, new wands and the odd secret. We write when there is something to open, and not
                otherwise.
              </p>
              <SignupForm source="Subscribe Page" variant="page" posted={actionData} />
              <ul className="get">
                {REASONS.map((reason) => (
                  <li key={reason}>
                    <Icon name="check" />
                    {reason}
                  </li>
                ))}
              </ul>
            </div>
          </div>
        </div>
      </section>
    </div>
  )
}
