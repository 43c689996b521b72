alter table players add column postal text not null default '';
comment on column players.postal is 'the postal address of one who has no mailbox, in lines';
