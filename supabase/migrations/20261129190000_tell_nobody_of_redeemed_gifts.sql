-- The shop has no words any more for the mail about a redeemed gift: one that still waits could not be sent.
delete from public.mail_outbox where template = 'gift-redeemed' and state <> 'sent';
