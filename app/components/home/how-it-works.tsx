import type { ReactNode } from 'react'
import { DRAWINGS } from '../../models/drawings.ts'
import { useShop } from '../layout/use-shop.ts'
import { Picture } from '../ui/picture.tsx'

const SIZES = '(max-width: 63.99rem) 37vw, 16.5rem'

function Step({
  number,
  title,
  text,
  children,
}: {
  number: string
  title: string
  text: string
  children: ReactNode
}) {
  return (
    <li>
      <div className="frame">{children}</div>
      <h3>
        <span aria-hidden="true">{number}</span>
        {title}
      </h3>
      <p>{text}</p>
    </li>
  )
}

/** How the box works, in four steps. Spec: 2 Home, How It Works */
export function HowItWorks() {
  const us = useShop().market === 'us'
  return (
    <section className="sec dark bottle" aria-labelledby="how-title">
      <div className="wrap">
        <div className="shead">
          <h2 id="how-title">How It Works</h2>
        </div>
        <ol className="steps">
          <Step
            number="I"
            title="Choose Your Edition"
            text={
              us
                ? 'Vol. II: Magical You, with a wand or without.'
                : 'Phoenix or Magical You, with a wand or without.'
            }
          >
            <Picture
              name={us ? 'box-vol2-closed' : 'box-vol1-sunfire'}
              sizes={SIZES}
              alt=""
              className="box"
            />
          </Step>
          <Step number="II" title="Touch Your Wand" text="Rest the tip on the triangle.">
            <div className="tap">
              <img className="p" {...DRAWINGS['lock-plate']} alt="" loading="lazy" decoding="async" />
              <Picture className="w" name="wand-dragon-elder" sizes="6rem" alt="" />
            </div>
          </Step>
          <Step number="III" title="Watch It Unlock" text="The catch lets go and the cover lifts.">
            <Picture name="film-vol2-tall-open" sizes={SIZES} alt="" className="fill" />
          </Step>
          <Step number="IV" title="Store Your Treasures" text="Close it, and it is a book on a shelf.">
            <Picture name="box-vol2-open" sizes={SIZES} alt="" className="open" />
          </Step>
        </ol>
      </div>
    </section>
  )
}
