alter table letters add column proof text not null default '';
comment on column letters.proof is 'of a letter that was held: key, or pass (DMARC), or nothing that proves who wrote';
alter table letters add column turn bigint not null default 0;
comment on column letters.turn is 'of a letter that was held: one more than the turns of the game that were over when it came';
alter table letters add column backdated boolean not null default false;
comment on column letters.backdated is 'the letter was held, was released, and counts from its receipt';
