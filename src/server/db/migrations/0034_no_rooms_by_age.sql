-- The list of rooms counts all of a practice anyway, and each message wrote this index once more.
drop index message_rooms_by_age;
