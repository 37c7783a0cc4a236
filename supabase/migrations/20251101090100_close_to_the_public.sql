-- Nothing here is for browsers. Every table has row-level security without a single policy, and the
-- roles that a public key or a signed-in user can take lose every privilege, functions included. Only
-- the service role, which never leaves the server, reads and writes.

alter table public.email_subscribers enable row level security;
alter table public.waitlist enable row level security;
alter table public.gift_redemption_codes enable row level security;
alter table public.consents enable row level security;
alter table public.contact_messages enable row level security;
alter table public.form_submissions enable row level security;
alter table public.webhook_deliveries enable row level security;
alter table public.mail_outbox enable row level security;
alter table public.audit_trail enable row level security;

revoke all on all tables in schema public from anon, authenticated;
revoke all on all sequences in schema public from anon, authenticated;
revoke all on all functions in schema public from public, anon, authenticated;

alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke all on functions from anon, authenticated;
alter default privileges revoke execute on functions from public;

grant usage on schema public to service_role;
grant all on all tables in schema public to service_role;
