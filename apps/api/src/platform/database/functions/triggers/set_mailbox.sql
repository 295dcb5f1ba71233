-- The mailbox of an address, as a hash: `ada+x@` and `ada@` reach one person.
CREATE OR REPLACE FUNCTION set_mailbox() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  NEW.mailbox := sha256(convert_to(regexp_replace(NEW.email, '\+[^@]*@', '@'), 'UTF8'));
  RETURN NEW;
END $$;
