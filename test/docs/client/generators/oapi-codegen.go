package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"time"

	"github.com/oapi-codegen/runtime/types"
	"registru.example/client/oapi"
)

func open(variable string) *oapi.ClientWithResponses {
	authorize := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Getenv(variable))
		return nil
	}
	return require(oapi.NewClientWithResponses(os.Getenv("BASE_URL"), oapi.WithRequestEditorFn(authorize)))
}

func require[Value any](value Value, err error) Value {
	if err != nil {
		panic(err)
	}
	return value
}

func pointer[Value any](value Value) *Value { return &value }

func main() {
	ctx := context.Background()
	idno, unknown, from := os.Args[1], os.Args[2], os.Args[3]
	api := open("API_KEY")
	lookUp := func(variable, idno string) *oapi.GetCompanyResponse {
		return require(open(variable).GetCompanyWithResponse(ctx, idno, nil))
	}
	company := lookUp("API_KEY", idno).JSON200
	asked := oapi.CompaniesRequest{Idnos: []string{idno, unknown}}
	batch := []*string{}
	for _, one := range require(api.GetCompaniesWithResponse(ctx, asked)).JSON200.Companies {
		if one != nil {
			batch = append(batch, &one.Name)
		} else {
			batch = append(batch, nil)
		}
	}
	found := 0
	search := oapi.SearchCompaniesParams{
		Status: pointer(oapi.SearchCompaniesParamsStatus("activa")),
		Limit:  pointer(50),
	}
	for {
		page := require(api.SearchCompaniesWithResponse(ctx, &search)).JSON200
		found += len(page.Companies)
		if page.Next == nil {
			break
		}
		search.After = page.Next
	}
	changes := 0
	first := types.Date{Time: require(time.Parse(time.DateOnly, from))}
	list := oapi.ListChangesParams{From: &first, Limit: pointer(2)}
	for {
		page := require(api.ListChangesWithResponse(ctx, &list)).JSON200
		for _, change := range page.Changes {
			if change.Kind == "created" {
				changes++
			}
		}
		if !page.More {
			break
		}
		list = oapi.ListChangesParams{After: &page.Next, Limit: list.Limit}
	}
	require(api.WatchCompanyWithResponse(ctx, idno))
	outcome := require(api.ChangeWatchListWithResponse(ctx, oapi.WatchListChange{Add: &[]string{unknown}}))
	require(api.UnwatchCompanyWithResponse(ctx, idno))
	watched := require(api.GetWatchListWithResponse(ctx, nil))
	require(api.UnwatchCompanyWithResponse(ctx, unknown))
	limited := lookUp("USED_UP_KEY", idno)
	fmt.Println(string(require(json.Marshal(map[string]any{
		"name":    company.Name,
		"batch":   batch,
		"found":   found,
		"changes": changes,
		"added":   outcome.JSON200.Added,
		"watched": watched.JSON200.Idnos,
		"errors": []string{
			lookUp("WRONG_KEY", idno).JSON401.Error,
			lookUp("NO_PLAN_KEY", idno).JSON403.Error,
			lookUp("API_KEY", unknown).JSON404.Error,
			limited.JSON429.Error,
		},
		"retryAfter": require(strconv.Atoi(limited.HTTPResponse.Header.Get("Retry-After"))),
	}))))
}
