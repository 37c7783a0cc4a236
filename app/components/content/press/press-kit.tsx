import { DRAWINGS } from '../../../models/drawings.ts'
import { Icon } from '../../ui/icon.tsx'
import { Picture } from '../../ui/picture.tsx'
import { type KitPart, kitMailto, PRESS_KIT } from './press-words.ts'

/** Three `mailto:` links with subject and text. Spec: 2 Other pages, Press */
export function PressKit({ address }: { address: string }) {
  return (
    <section className="kit-section" aria-labelledby="kit-title">
      <div className="wrap">
        <h2 id="kit-title">Press kit</h2>
        <p className="muted">
          Each button starts an email to us. Add a line about who you are and we will send the files.
        </p>
        <ul className="kits">
          {PRESS_KIT.map((kit) => (
            <li key={kit.look} className="plate kit">
              <div className={`pic ${kit.look}`}>
                <KitPicture look={kit.look} />
              </div>
              <h3>{kit.title}</h3>
              <p className="muted small">{kit.text}</p>
              <a className="link" href={kitMailto(address, kit)}>
                <Icon name="mail" /> {kit.button}
              </a>
            </li>
          ))}
        </ul>
        <p className="small muted credit">
          Please credit pictures to Wizard Box, and please do not connect us with any other brand. It would
          not be true.
        </p>
      </div>
    </section>
  )
}

function KitPicture({ look }: Pick<KitPart, 'look'>) {
  if (look === 'assets') {
    return <img {...DRAWINGS['logo-stacked']} alt="" loading="lazy" decoding="async" />
  }
  if (look === 'images') return <Picture className="sh" name="box-vol2-closed" sizes="20rem" alt="" />
  return (
    <span className="sheet" aria-hidden="true">
      <i />
      <i />
      <i />
      <i />
      <i />
      <i />
      <i />
    </span>
  )
}
