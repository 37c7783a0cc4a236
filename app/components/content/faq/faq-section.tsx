import { Icon } from '../../ui/icon.tsx'
import { RichText } from '../rich-text.tsx'
import type { FaqCategory, FaqItem } from './faq-types.ts'

/** A category of questions; opening one does not close the others. Spec: 2 Other pages, FAQ */
export function FaqSection({ category }: { category: FaqCategory }) {
  return (
    <section id={category.id} aria-labelledby={`h-${category.id}`}>
      <h2 id={`h-${category.id}`}>{category.title}</h2>
      <div className="qs">
        {category.items.map((item) => (
          <Question key={item.id} item={item} />
        ))}
      </div>
    </section>
  )
}

/** The anchor is inside the `details`, so that browsers open the question when a link points to it. */
function Question({ item }: { item: FaqItem }) {
  return (
    <details>
      <summary>
        <h3>{item.question}</h3>
        <Icon name="down" />
      </summary>
      <div className="a" id={`q-${item.id}`}>
        {item.answer.map((text) => (
          <p key={text}>
            <RichText text={text} />
          </p>
        ))}
        {item.list ? (
          <ul>
            {item.list.map((text) => (
              <li key={text}>
                <RichText text={text} />
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </details>
  )
}
