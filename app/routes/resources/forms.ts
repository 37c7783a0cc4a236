import { handleForm } from '#app/services/forms/form-post.server.ts'
import type { Route } from './+types/forms'

/** Where forms are posted by script, so that none needs the code of the page that answers it without JavaScript. */
export const action = (args: Route.ActionArgs) => handleForm(args)
