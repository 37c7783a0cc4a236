import { HOW_IT_WORKS, howItWorksSteps } from '../../content/home-words.ts'
import { useShop } from '../page/use-shop.ts'
import { Picture } from '../ui/picture.tsx'
import { Section, SectionHead } from '../ui/section.tsx'

const SIZES = '(max-width: 63.99rem) 37vw, 16.5rem'

function Step({ number, title, text, picture }: ReturnType<typeof howItWorksSteps>[number]) {
  return (
    <li>
      {/* The hairline is above the picture. */}
      <div className="framed aspect-3/4 overflow-hidden rounded-board bg-[#0a1211] after:inset-2.5">
        <Picture name={picture} sizes={SIZES} alt="" className="absolute inset-0 size-full object-cover" />
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
  const { market } = useShop()
  return (
    <Section ground="bottle" aria-labelledby="how-title">
      <SectionHead>
        <h2 id="how-title">{HOW_IT_WORKS}</h2>
      </SectionHead>
      <ol className="grid grid-cols-2 gap-x-gap gap-y-10 max-[34rem]:gap-x-4 max-[34rem]:gap-y-7 max-[18rem]:grid-cols-1 lg:grid-cols-4 lg:gap-gap">
        {howItWorksSteps(market).map((step) => (
          <Step key={step.number} {...step} />
        ))}
      </ol>
    </Section>
  )
}
