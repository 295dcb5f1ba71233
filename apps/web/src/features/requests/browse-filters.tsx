import { Checkbox, NativeSelect } from '@mantine/core';
import { mealPeriodOptions } from '../../shared/ui/meal-period';
import classes from './browse-filters.module.css';
import { urgencyOptions, type BrowseFilter } from './requests.queries';
import { SearchField } from './search-field';

interface Props {
  filter: BrowseFilter;
  change: (changes: Partial<BrowseFilter>, options?: { replace: boolean }) => void;
}

export const isFiltered = ({ page: _, ...filters }: BrowseFilter) =>
  Object.values(filters).some((value) => value !== '');

/** Search, meal period, urgency and campus (spec §2 Browse). */
export function BrowseFilters({ filter, change }: Props) {
  return (
    <section aria-label="Filters" className={classes.filters}>
      <div className={classes.search}>
        {/* one step back undoes a search, not a letter */}
        <SearchField
          value={filter.search}
          onSearch={(search) => change({ search }, { replace: filter.search !== '' })}
        />
      </div>
      <NativeSelect
        name="mealPeriod"
        label="Meal period"
        data={[{ value: '', label: 'All meals' }, ...mealPeriodOptions]}
        value={filter.mealPeriod}
        onChange={(event) => change({ mealPeriod: event.currentTarget.value as BrowseFilter['mealPeriod'] })}
      />
      <NativeSelect
        name="urgency"
        label="Urgency"
        data={[{ value: '', label: 'Any urgency' }, ...[...urgencyOptions].reverse()]}
        value={filter.urgency}
        onChange={(event) => change({ urgency: event.currentTarget.value as BrowseFilter['urgency'] })}
      />
      <Checkbox
        className={classes.campus}
        name="campus"
        label="My campus"
        checked={filter.campus === 'mine'}
        onChange={(event) => change({ campus: event.currentTarget.checked ? 'mine' : '' })}
      />
    </section>
  );
}
