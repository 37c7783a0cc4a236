import type { ReactNode } from 'react'
import { DRAWINGS } from '../../models/drawings.ts'
import { useShop } from '../page/use-shop.ts'
import { Picture } from '../ui/picture.tsx'
import { Section, SectionHead } from '../ui/section.tsx'

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
      {/* The hairline is above what fills the frame. */}
      <div className="framed grid aspect-3/4 place-items-center overflow-hidden rounded-board lamp-bottle [--lamp:50%_35%] after:inset-2.5">
        {children}
      </div>
      <h3 className="mt-5 text-[1.5rem] max-[34rem]:mt-3.5 max-[34rem]:text-[1.1875rem]">
        <span
          aria-hidden="true"
          className="mb-1.5 block text-[1.125rem] text-accent max-[34rem]:mb-1 max-[34rem]:text-[1rem]"
        >
          {number}
        </span>
        {title}
      </h3>
      <p className="mt-2 text-[1rem] leading-normal text-quiet max-[34rem]:text-sm">{text}</p>
    </li>
  )
}

/** How the box works, in four steps. Spec: 2 Home, How It Works */
export function HowItWorks() {
  const us = useShop().market === 'us'
  return (
    <Section ground="bottle" aria-labelledby="how-title">
      <SectionHead>
        <h2 id="how-title">How It Works</h2>
      </SectionHead>
      <ol className="grid grid-cols-2 gap-x-gap gap-y-10 max-[34rem]:gap-x-4 max-[34rem]:gap-y-7 max-[18rem]:grid-cols-1 lg:grid-cols-4 lg:gap-gap">
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
            className="w-[84%]"
          />
        </Step>
        <Step number="II" title="Touch Your Wand" text="Rest the tip on the triangle.">
          <div className="absolute inset-0">
            <img
              className="absolute top-1/5 left-1/5 w-[54%] drop-shadow-[0_0_26px_#ffd98799]"
              {...DRAWINGS['lock-plate']}
              alt=""
              loading="lazy"
              decoding="async"
            />
            <Picture
              className="absolute top-[43%] left-[36%] w-[29%] origin-[50%_4%] -rotate-34"
              name="wand-dragon-elder"
              sizes="6rem"
              alt=""
            />
          </div>
        </Step>
        <Step number="III" title="Watch It Unlock" text="The catch lets go and the cover lifts.">
          <Picture name="box-vol2-open" sizes={SIZES} alt="" className="w-[88%]" />
        </Step>
        <Step number="IV" title="Store Your Treasures" text="Close it, and it is a book on a shelf.">
          <Picture
            name="vol2-shelf"
            sizes={SIZES}
            alt=""
            className="absolute inset-0 size-full object-cover"
          />
        </Step>
      </ol>
    </Section>
  )
}
