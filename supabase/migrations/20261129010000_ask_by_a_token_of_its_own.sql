-- Whoever left the list comes back by the link of a mail that asks: not by that of any other mail, which may be forwarded.
alter table public.email_subscribers add column rejoin_token varchar(64);
create unique index email_subscribers_rejoin_token_key on public.email_subscribers (rejoin_token);
