-- A text as search compares it: without case, accents and the strokes of letters ("Straße", "strasse"). Built into
-- PostgreSQL 18, where the extension unaccent may be missing. NFD, not NFKD, so that no "%" or "_" comes in.
CREATE OR REPLACE FUNCTION folded(words text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
  SELECT replace(replace(translate(
           casefold(regexp_replace(normalize(words, NFD), '[\u0300-\u036F]', '', 'g') COLLATE pg_unicode_fast),
           'łøđı', 'lodi'), 'æ', 'ae'), 'œ', 'oe')
$$;
