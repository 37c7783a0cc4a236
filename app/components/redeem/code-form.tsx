import { useEffect, useRef, useState } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import { SAY_THE_WORDS } from '#app/content/redeem-words.ts'
import { marketPath } from '#app/models/market.ts'
import type { Notice } from '#app/models/messages.ts'
import { failureOr } from '#app/models/page-messages.ts'
import { MAGIC_WORDS_ERROR } from '#app/models/redeem-messages.ts'
import { dismissToast, showNotice } from '../page/notice-store.ts'
import { useShop } from '../page/use-shop.ts'
import { Button } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
import { CONTROL, FieldError } from '../ui/field.tsx'

/** The refusal of the submitted words. */
export type CodeRefused = { readonly notice: Notice; readonly typed?: string }

/** The refusal below the field, shown permanently. */
function RefusalText({ notice }: { notice: Notice }) {
  const { title, text, link } = notice
  return (
    <FieldError id="magic-words-error">
      <b>{text ? `${title}.` : title}</b> {text}{' '}
      {link ? (
        <Link to={link.href} prefetch="intent">
          {link.label}
        </Link>
      ) : null}
    </FieldError>
  )
}

/**
 * Shows a refusal with a duration as a toast too, which remains on the next page. It ends with the next submission.
 * @returns whether the toast is shown, and a function that dismisses it
 */
function useRefusalToast(refused: CodeRefused | undefined, said: Notice | undefined) {
  const toast = useRef(0)
  const [toasted, setToasted] = useState<CodeRefused>()
  useEffect(() => {
    if (said?.durationMs === undefined) return
    setToasted(refused)
    const { link: _, ...notice } = said
    toast.current = showNotice(notice)
    const timer = setTimeout(setToasted, notice.durationMs, undefined)
    return () => clearTimeout(timer)
  }, [refused, said])
  return {
    isToast: toasted !== undefined && toasted === refused,
    endToast: () => dismissToast(toast.current),
  }
}

/** The field for the magic words. Spec: 5 Redeem */
export function CodeForm({ refused }: { refused: CodeRefused | undefined }) {
  const { market } = useShop()
  const navigation = useNavigation()
  const input = useRef<HTMLInputElement>(null)
  const said = refused && failureOr(MAGIC_WORDS_ERROR, refused.notice)
  const { isToast, endToast } = useRefusalToast(refused, said)
  // As the document was rendered: what was typed since is in the field.
  const [typed] = useState(refused?.typed)
  const action = marketPath(market, '/redeem')
  useEffect(() => {
    if (!refused) return
    input.current?.focus()
    // `focus` does not scroll if the field has the focus already, but the refusal below it may be out of view.
    input.current?.scrollIntoView({ block: 'nearest' })
  }, [refused])
  return (
    <Form method="post" action={action} onSubmit={endToast} className="mt-6 grid gap-4 sideways:mt-2">
      <div className="grid gap-1.5">
        <label className="text-sm font-semibold" htmlFor="magic-words">
          Magic words
        </label>
        <input
          ref={input}
          // An error remains visible below the toast of a narrow window.
          className={cn(CONTROL, 'min-h-16 px-5 font-display text-h4 aria-invalid:scroll-mt-32')}
          id="magic-words"
          name="words"
          type="text"
          defaultValue={typed}
          maxLength={200}
          autoComplete="off"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          lang="en"
          translate="no"
          enterKeyHint="go"
          // biome-ignore lint/a11y/noAutofocus: without JavaScript, the page with the refusal would start at its top
          autoFocus={refused !== undefined}
          aria-required="true"
          aria-invalid={refused ? true : undefined}
          // While the toast is announced, the description of the focused field must not repeat it.
          aria-describedby={refused && !isToast ? 'magic-words-error magic-words-hint' : 'magic-words-hint'}
        />
        {said ? <RefusalText notice={said} /> : null}
        <p className="text-hint text-quiet" id="magic-words-hint">
          {SAY_THE_WORDS.hint}
        </p>
      </div>
      <Button
        busy={navigation.formAction === action}
        busyLabel="Checking..."
        className="justify-self-start max-md:w-full"
      >
        {SAY_THE_WORDS.button}
      </Button>
    </Form>
  )
}
