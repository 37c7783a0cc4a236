import { SignupForm } from '#app/components/forms/list-forms.tsx'
import { Lines } from '#app/components/ui/list.tsx'
import { Picture } from '#app/components/ui/picture.tsx'
import { Lede, Plate } from '#app/components/ui/section.tsx'
import { handleForm } from '#app/services/forms/form-post.server.ts'
import type { Route } from './+types/subscribe'
import { headLoader } from './page-head.server.ts'

export { pageMeta as meta } from '#app/components/page/page-head.tsx'

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

export const loader = headLoader('/subscribe')

/** Every signup form of the shop posts here. Spec: 5 Signup forms, 8 Catalogue and forms */
export const action = (args: Route.ActionArgs) => handleForm(args, 'signup')

export default function Subscribe({ actionData }: Route.ComponentProps) {
  return (
    <section className="wrap pt-5 pb-section md:pt-band" aria-labelledby="subscribe-title">
      {/* Also side by side on a phone held sideways, which the picture alone would fill. */}
      <Plate isFramed={false} className="grid grid-cols-1 overflow-hidden beside:grid-cols-5-6">
        {/* The wand touches the lit lock. The picture is smaller above the words than beside them. */}
        <div className="relative aspect-7/5 overflow-hidden bg-lamp-pine beside:aspect-auto beside:min-h-136">
          <img
            className="absolute top-[12%] left-1/2 w-[40%] [translate:-50%] beside:top-[17%] beside:w-[62%]"
            style={{ filter: 'drop-shadow(0 0 44px #ffd98780)' }}
            src="/art/lock-plate.svg"
            alt=""
            width="400"
            height="400"
            fetchPriority="high"
          />
          <Picture
            name="wand-dragon-elder"
            className="absolute top-[36%] left-[41.5%] w-[21%] origin-[50%_4%] -rotate-36 beside:top-[41.5%] beside:left-[38.5%] beside:w-[33%]"
            sizes="14rem"
            priority
          />
        </div>
        <div className="framed content-center px-panel md:px-column py-band">
          <h1 id="subscribe-title" className="text-title">
            Stay Connected
          </h1>
          <Lede className="mt-4 text-quiet">
            New volumes, new wands and the odd secret. We write when there is something to open, and not
            otherwise.
          </Lede>
          <SignupForm source="Subscribe Page" variant="page" posted={actionData} />
          <Lines
            look="ticks"
            lines={[
              'First word on new volumes and restocks',
              'Wands before they sell out',
              'Nothing on days when nothing has happened',
            ]}
            className="mt-8 gap-2 line-t pt-6"
          />
        </div>
      </Plate>
    </section>
  )
}
