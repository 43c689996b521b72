-- Nothing asks for the marks of a letter, and each mark cost an entry here too.
drop index seen_letter_idx;
