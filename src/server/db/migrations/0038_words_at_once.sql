-- A list of pending words would be read by each search in any room, and now and then emptied by somebody's message.
alter index messages_by_words set (fastupdate = off);
-- What is in that list already.
select gin_clean_pending_list('messages_by_words');
