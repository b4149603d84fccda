import { listCountries } from '#contract/countries.ts'
import { type Route, route } from '#server/route.ts'
import * as countries from './countries.service.ts'

export const countryRoutes: Route[] = [route(listCountries, async () => countries.listCountries())]
