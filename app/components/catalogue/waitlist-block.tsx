import { usePageFacts } from '../content/use-page-facts.ts'
import { WaitlistForm } from '../forms/waitlist-form.tsx'
import { Picture } from '../ui/picture.tsx'

/** The Vol. II waitlist form on the shop page. Spec: 2 Collection, Vol. II waitlist block */
export function WaitlistBlock() {
  const { isPreOrder } = usePageFacts()
  return (
    <section className="sec dark midnight" aria-labelledby="waitlist-title">
      <div className="wrap wait">
        <div className="pic">
          <Picture name="box-vol2-open" sizes="(max-width: 48rem) 92vw, 42rem" />
        </div>
        <div>
          <h2 id="waitlist-title">
            Join the <span className="whitespace-nowrap">Vol. II</span> waitlist
          </h2>
          <p className="lede">
            Not ready to {isPreOrder ? 'pre-order' : 'order'}? Leave your name and email, and we will tell you
            when{' '}
            {isPreOrder ? 'Vol.\u00a0II: Magical You is' : 'the next copies of Vol.\u00a0II: Magical You are'}{' '}
            ready to ship.
          </p>
          <WaitlistForm />
        </div>
      </div>
    </section>
  )
}
