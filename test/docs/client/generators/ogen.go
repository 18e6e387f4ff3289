package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"time"

	"registru.example/client/ogen"
)

type key string

func (k key) ApiKey(context.Context, ogen.OperationName) (ogen.ApiKey, error) {
	return ogen.ApiKey{APIKey: string(k)}, nil
}

func (k key) Bearer(context.Context, ogen.OperationName) (ogen.Bearer, error) {
	return ogen.Bearer{Token: string(k)}, nil
}

func open(variable string) *ogen.Client {
	return require(ogen.NewClient(os.Getenv("BASE_URL"), key(os.Getenv(variable))))
}

func require[Value any](value Value, err error) Value {
	if err != nil {
		panic(err)
	}
	return value
}

func main() {
	ctx := context.Background()
	idno, unknown, from := os.Args[1], os.Args[2], os.Args[3]
	api := open("API_KEY")
	lookUp := func(variable, idno string) ogen.GetCompanyRes {
		return require(open(variable).GetCompany(ctx, ogen.GetCompanyParams{Idno: idno}))
	}
	company := lookUp("API_KEY", idno).(*ogen.CompanyHeaders).Response
	asked := &ogen.CompaniesRequest{Idnos: []string{idno, unknown}}
	batch := []any{}
	for _, one := range require(api.GetCompanies(ctx, asked)).(*ogen.CompanyListHeaders).Response.Companies {
		if found, ok := one.Get(); ok {
			batch = append(batch, found.Name)
		} else {
			batch = append(batch, nil)
		}
	}
	found := 0
	search := ogen.SearchCompaniesParams{
		Status: ogen.NewOptSearchCompaniesStatus(ogen.SearchCompaniesStatusActiva),
		Limit:  ogen.NewOptInt(50),
	}
	for {
		page := require(api.SearchCompanies(ctx, search)).(*ogen.SearchPageHeaders).Response
		found += len(page.Companies)
		next, ok := page.Next.Get()
		if !ok {
			break
		}
		search.After = ogen.NewOptString(next)
	}
	changes := 0
	list := ogen.ListChangesParams{
		From:  ogen.NewOptDate(require(time.Parse(time.DateOnly, from))),
		Limit: ogen.NewOptInt(2),
	}
	for {
		page := require(api.ListChanges(ctx, list)).(*ogen.ChangePageHeaders).Response
		for _, change := range page.Changes {
			if change.Kind == ogen.ChangeKindCreated {
				changes++
			}
		}
		if !page.More {
			break
		}
		list = ogen.ListChangesParams{After: ogen.NewOptString(page.Next), Limit: list.Limit}
	}
	require(api.WatchCompany(ctx, ogen.WatchCompanyParams{Idno: idno}))
	outcome := require(api.ChangeWatchList(ctx, &ogen.WatchListChange{Add: []string{unknown}}))
	require(api.UnwatchCompany(ctx, ogen.UnwatchCompanyParams{Idno: idno}))
	watched := require(api.GetWatchList(ctx, ogen.GetWatchListParams{}))
	require(api.UnwatchCompany(ctx, ogen.UnwatchCompanyParams{Idno: unknown}))
	limited := lookUp("USED_UP_KEY", idno).(*ogen.RateLimitedHeaders)
	fmt.Println(string(require(json.Marshal(map[string]any{
		"name":    company.Name,
		"batch":   batch,
		"found":   found,
		"changes": changes,
		"added":   outcome.(*ogen.WatchListOutcomeHeaders).Response.Added,
		"watched": watched.(*ogen.WatchListHeaders).Response.Idnos,
		"errors": []string{
			lookUp("WRONG_KEY", idno).(*ogen.UnauthorizedHeaders).Response.Error,
			lookUp("NO_PLAN_KEY", idno).(*ogen.NoActivePlanHeaders).Response.Error,
			lookUp("API_KEY", unknown).(*ogen.GetCompanyNotFound).Response.Error,
			limited.Response.Error,
		},
		"retryAfter": limited.RetryAfter,
	}))))
}
