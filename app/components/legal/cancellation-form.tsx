import { useState } from 'react'
import { cancellationFormLines } from '../../content/legal/terms-content.ts'
import { marketPath } from '../../models/market.ts'
import { usePageFacts } from '../page/use-page-facts.ts'
import { useShop } from '../page/use-shop.ts'
import { Button, TextLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { plateClass } from '../ui/plate.tsx'
import { Actions } from '../ui/section.tsx'

/** The model form, to copy or to send through the contact page. The copy button is shown only with JavaScript. */
export function CancellationForm() {
  const { market } = useShop()
  const lines = cancellationFormLines(usePageFacts())
  const [copied, setCopied] = useState<'no' | 'yes' | 'failed'>('no')

  async function copy() {
    try {
      await navigator.clipboard.writeText(lines.join('\n\n'))
      setCopied('yes')
    } catch {
      setCopied('failed')
    }
  }

  return (
    <>
      <blockquote data-ground="paper" className={plateClass('space-y-4 p-panel')}>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </blockquote>
      <Actions className="print:hidden">
        <Button type="button" variant="ghost" className="noscript:hidden" onClick={copy}>
          <Icon name={copied === 'yes' ? 'check' : 'copy'} />
          Copy the form
        </Button>
        <TextLink to={marketPath(market, '/contact?subject=Return%2FExchange')}>
          Send it by contact form
        </TextLink>
        <span role="status" className="text-sm text-quiet">
          {copied === 'yes' ? 'Copied.' : copied === 'failed' ? 'Please select the text and copy it.' : ''}
        </span>
      </Actions>
    </>
  )
}
