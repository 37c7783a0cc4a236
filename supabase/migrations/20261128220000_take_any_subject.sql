-- The subjects of the contact form stand in supabase/functions/_shared/forms/words.ts alone.
alter table public.contact_messages drop constraint contact_messages_subject;
alter table public.contact_messages add constraint contact_messages_subject check (subject <> '');
