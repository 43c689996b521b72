alter table challenges add column again bigint not null default 0;
comment on column challenges.again is 'the finished game, of a match the first, after which the same players play again; 0: the challenge is another';
