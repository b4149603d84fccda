-- Lines of the payment ledger stay as long as their coach, whose deletion takes them along (a trigger of that deletion).
create trigger payment_entries_kept before delete on payment_entries
  for each row when (pg_trigger_depth() = 0) execute function refuse_to_change_an_entry();
create trigger payment_entries_not_emptied before truncate on payment_entries
  for each statement execute function refuse_to_change_an_entry();
