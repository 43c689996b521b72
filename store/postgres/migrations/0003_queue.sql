-- Nearly always no letter waits when the planner's figures are taken, and thousands wait after an
-- outage: planned for none, each look for the first letter to an address goes through all that
-- wait, once for each of them. Without a figure the planner expects many, and takes the indexes.
alter table outbox alter column state set statistics 0;
alter table outbox alter column state type text; -- forgets the figure that was taken before
