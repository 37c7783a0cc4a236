-- A giver who buys the set with a premium wand chooses its style: the recipient is shown it, and may take another.
alter table public.gift_redemption_codes add column chosen_wand varchar(40);
